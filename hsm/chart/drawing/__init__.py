"""Generates pages of diagrams and tables from a chart; `hsm.chart.drawing.write` writes them."""
