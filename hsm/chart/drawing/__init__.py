"""Pages of diagrams and tables made from a chart; `hsm.chart.draw` writes them."""
