class Validator {
  addSchema() {}

  validate() {
    return { valid: true, errors: [] }
  }
}
Validator.prototype.customFormats = {}

module.exports = { Validator }
