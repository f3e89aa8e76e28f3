// The SDK's cache of discovered endpoints. DynamoDB clients in Lambda do not use it: they know their endpoint.
module.exports = class {
  constructor() {
    this.values = new Map()
  }
  has(key) {
    return this.values.has(key)
  }
  get(key) {
    return this.values.get(key)
  }
  set(key, value) {
    this.values.set(key, value)
  }
}
