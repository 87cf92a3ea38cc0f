"""Pages of diagrams and tables made from a chart; `hsm.chart.drawing.write` writes them."""
