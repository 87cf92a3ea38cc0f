"""How often, how soon and how hard a lying robot stands up."""
