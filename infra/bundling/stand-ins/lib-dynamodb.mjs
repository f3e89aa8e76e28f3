// The commands that ElectroDB sends for us. We send reads and transactions without it.
export { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
