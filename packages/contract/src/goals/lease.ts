/** How long a claim lasts unless it is renewed, in seconds. */
export const leaseSeconds = { minimum: 60, maximum: 86_400, default: 900 }
