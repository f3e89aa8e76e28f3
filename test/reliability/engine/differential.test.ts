import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { engineEndpoint } from '../../support/service/engine.ts'
import '../../support/global-setup.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { testSeed, testsAll } from '../../support/test-all.ts'
import { createEnginePair, type Outcome } from './support/engine-pair.ts'
import { numberRequestsOn, requestsOn } from './support/requests.ts'

const pair = stopAfterFile(await createEnginePair(await engineEndpoint(), `test-${randomUUID()}`))

/** Without the words of errors, and without an order where DynamoDB has none. */
function comparable(outcome: Outcome): unknown {
  if ('error' in outcome) {
    const { error, item, reasons } = outcome
    return { error, item, reasons: withoutValidationMessages(reasons) }
  }
  const { Responses, ...output } = outcome.output
  if (Responses === undefined) return output
  return { ...output, Responses: Object.values(Responses as Record<string, object[]>).map(sortedByKey) }
}

function withoutValidationMessages(reasons: unknown): unknown {
  return (reasons as { Code: string }[] | undefined)?.map((reason) =>
    reason.Code === 'ValidationError' ? { Code: reason.Code } : reason,
  )
}

const settings = {
  seed: testSeed,
  numRuns: Number(process.env.ENGINE_RUNS ?? (testsAll ? 200 : 60)),
  endOnFailure: true,
}

test('the same requests have the same results, errors, cancellation reasons and capacity in both engines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(requestsOn(pair.tableName), { minLength: 5, maxLength: 25 }),
      async (requests) => {
        await pair.clear()
        const round = randomUUID().slice(0, 30)
        for (const { operation, input } of requests) {
          const token = input.ClientRequestToken
          const request = {
            operation,
            input: token ? { ...input, ClientRequestToken: `${round}-${token}` } : input,
          }
          const { wire, inProcess } = await pair.run(request)
          expect(comparable(inProcess), JSON.stringify(request)).toEqual(comparable(wire))
        }
        const all = { operation: 'Scan', input: { TableName: pair.tableName } } as const
        const { wire, inProcess } = await pair.run(all)
        expect(itemsOf(inProcess)).toEqual(itemsOf(wire))
      },
    ),
    settings,
  )
})

test('numbers sort alike in both engines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(numberRequestsOn(pair.numbersTableName), { minLength: 5, maxLength: 25 }),
      async (requests) => {
        await pair.clear()
        for (const request of requests) {
          const { wire, inProcess } = await pair.run(request)
          expect(inProcess, JSON.stringify(request)).toEqual(wire)
        }
      },
    ),
    settings,
  )
})

function itemsOf(outcome: Outcome): object[] {
  if ('error' in outcome) throw new Error(outcome.message)
  return sortedByKey(outcome.output.Items as object[])
}

function sortedByKey(items: object[]): object[] {
  const textOf = (item: object) =>
    JSON.stringify(
      Object.entries(item)
        .filter(([name]) => /^[ps]k$/.test(name))
        .sort(),
    )
  return items.toSorted((left, right) => (textOf(left) < textOf(right) ? -1 : 1))
}
