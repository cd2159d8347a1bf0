"""The web screens of the station: sources of the pages, their build, and how they are served."""
