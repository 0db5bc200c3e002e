"""Views: counts and drops as readers get them."""
