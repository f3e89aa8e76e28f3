/** The version in package.json, which a test compares. */
export const clientVersion = '0.1.0'
