// For what is imported only in a case that a deployed function never comes to.
module.exports = {}
