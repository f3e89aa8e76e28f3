// What ElectroDB, a CommonJS package, gets for `@aws-sdk/lib-dynamodb`: an object that lib-dynamodb.mjs fills. Were it
// given the package itself, esbuild could leave out nothing of the package or of the client below it.
module.exports = {}
