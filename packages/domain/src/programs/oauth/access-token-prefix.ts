/** Every access token of a program starts with it, and every refresh token with the other. No other credential does. */
export const accessTokenPrefix = 'cairnat_'
export const refreshTokenPrefix = 'cairnrt_'
