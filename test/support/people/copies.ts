import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import { startTestService, type TestService } from '../service/service.ts'

/** Of a service with an empty table: the records and lines of its log after something was made there, and what describes it. */
type Original<Made> = { made: Made; origin: string; lines: string[]; items: Record<string, unknown>[] }

const originals = new Map<string, Promise<Original<unknown>>>()

/** In a transaction ("TransactWriteItems"). */
const maximumPuts = 100

/** Counters of addresses belong to nobody, and every table has its format. */
const leftOut = ['attemptCount', 'format']

/**
 * Makes something on a service of its own the first time, once a process, and copies its records and its lines of the log into a
 * service. Signing somebody in takes ten times as long as copying them.
 *
 * @param name  Names what is made. The same name stands for the same thing.
 * @returns What `make` returned; undefined if the service is no plain one, or its table has one of the records.
 */
export async function copyInto<Made>(
  service: { origin: string; lines: readonly string[]; isPlain?: boolean },
  name: string,
  make: (service: TestService) => Promise<Made>,
): Promise<Made | undefined> {
  if (!service.isPlain) return undefined
  const { table, lines } = service as TestService
  if (!originals.has(name)) originals.set(name, createOriginal(make))
  const original = (await originals.get(name)) as Original<Made>
  const { client, tableName: TableName } = table.database
  const puts = original.items.map((Item) => ({
    Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' },
  }))
  for (let start = 0; start < puts.length; start += maximumPuts) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: puts.slice(start, start + maximumPuts) }))
    } catch (error) {
      if (start === 0 && error instanceof TransactionCanceledException) return undefined
      throw error
    }
  }
  lines.push(...original.lines.map((line) => line.replaceAll(original.origin, service.origin)))
  return original.made
}

async function createOriginal<Made>(
  make: (service: TestService) => Promise<Made>,
): Promise<Original<unknown>> {
  const service = await startTestService()
  try {
    const made = await make(service)
    const items: Record<string, unknown>[] = []
    for await (const page of scanTable(service.database)) items.push(...page)
    return {
      made,
      origin: service.origin,
      lines: [...service.lines],
      items: items.filter((item) => !leftOut.includes(String(item.__edb_e__))),
    }
  } finally {
    await service.stop()
  }
}
