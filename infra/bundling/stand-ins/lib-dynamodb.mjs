// The commands that ElectroDB may send for us. Reads and transactions do not go through it.
export { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
