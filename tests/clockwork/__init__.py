"""Workers, beats and brokers as they are: killed, stopped, doubled, gone."""
