"""What works without a server: the command `stet` audits transcripts and proposes pins from instruction files."""
