// Replaces modules that are imported only in cases that never occur in a deployed function.
module.exports = {}
