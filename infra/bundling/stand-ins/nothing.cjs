// Stands in for modules that a deployed function never uses.
module.exports = {}
