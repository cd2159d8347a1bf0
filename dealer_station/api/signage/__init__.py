"""What browser signs ask for: a progressive's facts and its signed meters, without a sign-in."""
