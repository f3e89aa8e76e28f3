import { configureGlobal } from 'fast-check'

// A mutant that one example shows needs no smaller example: shrinking takes most of the time of a failing property.
configureGlobal({ endOnFailure: true })
