"""To which rows of the query a change is confined: one region, one device, the last tenth.

``families.py`` lists the conditions, ``traces.py`` what a change leaves in single rows;
``search.py`` finds the conditions under which it is found, ``finding.py`` holds them against rows.
"""
