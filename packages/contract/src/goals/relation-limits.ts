/** How many goals may belong together. Without zod, because pages that validate nothing need them. */

/** A goal has at most this many goals above it, so a tree has five levels. */
export const maximumAncestors = 4
/** The most goals directly below one. */
export const maximumChildren = 500
/** The most goals that one waits for. */
export const maximumBlockers = 20
