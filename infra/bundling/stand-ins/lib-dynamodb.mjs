// The commands that ElectroDB sends for us. Reads and transactions are sent without it.
export { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
