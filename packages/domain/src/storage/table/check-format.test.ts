import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test } from 'vitest'
import { mockDatabase } from '../mocked-database.ts'
import { checkFormat, FormatError } from './check-format.ts'
import { currentFormat, formatEntity, formatKey } from './entities/format.ts'
import { toItem } from './entity.ts'

const { mock, database } = mockDatabase()
beforeEach(() => mock.reset())

/** Another process, which has started at the same moment, stores the format between the read and the write. */
function overtakenBy(format: number): void {
  mock
    .on(GetCommand)
    .resolvesOnce({})
    .resolves({ Item: toItem(formatEntity, { ...formatKey, format }) })
  mock.on(TransactWriteCommand).rejects(
    Object.assign(new Error('The conditional request failed'), {
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
    }),
  )
}

test('a start that another version overtakes reads the format of that one, and refuses it', async () => {
  overtakenBy(currentFormat + 1)
  await expect(checkFormat(database)).rejects.toThrow(FormatError)
})

test('a start that the same version overtakes goes on', async () => {
  overtakenBy(currentFormat)
  await expect(checkFormat(database)).resolves.toBeUndefined()
})
