// ElectroDB checks its models with this package when they are made. Ours are constants, made by every test with the
// real one: at a cold start the check could find nothing. It also tells a model from an entity by it, which is made
// from a model and has an `_instance`.
export class Validator {
  addSchema() {}
  validate(value) {
    return { errors: value?._instance === undefined ? [] : [{}] }
  }
}
Validator.prototype.customFormats = {}
