/** Takes the messages of the queue of webhooks. Nothing sends any yet. */
export const handler = async (): Promise<{ batchItemFailures: [] }> => ({ batchItemFailures: [] })
