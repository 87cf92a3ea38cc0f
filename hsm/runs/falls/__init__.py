"""Why a robot fell, told by what it knew itself."""
