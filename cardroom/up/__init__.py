"""`manage.py up`: everything an installation needs, in one process group that ends as one."""
