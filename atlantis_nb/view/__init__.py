"""Pictures of scenes, charts and panels: pure functions of plain data; no rule and no game is known here.

svg (boards), panels (HTML beside them), charts, figure and graphs (plotly), theme (every colour).
"""
