/** DescribeTimeToLive and UpdateTimeToLive. `storage/expiry.ts` deletes the items. */
import type { DescribeTimeToLiveCommandInput, UpdateTimeToLiveCommandInput } from '@aws-sdk/client-dynamodb'
import { validationError } from '../../errors.ts'
import { type Call, required, requireKnown } from '../call.ts'
import { existingTable } from './tables.ts'

export function describeTimeToLive({ engine }: Call, input: DescribeTimeToLiveCommandInput): object {
  requireKnown('DescribeTimeToLive', input, ['TableName'])
  const { timeToLiveAttribute: AttributeName } = existingTable({ engine }, input.TableName).definition
  return {
    TimeToLiveDescription:
      AttributeName === undefined
        ? { TimeToLiveStatus: 'DISABLED' }
        : { TimeToLiveStatus: 'ENABLED', AttributeName },
  }
}

export async function updateTimeToLive(
  { engine }: Call,
  input: UpdateTimeToLiveCommandInput,
): Promise<object> {
  requireKnown('UpdateTimeToLive', input, ['TableName', 'TimeToLiveSpecification'])
  const specification = required('TimeToLiveSpecification', input.TimeToLiveSpecification)
  const Enabled = required('Enabled', specification.Enabled)
  const AttributeName = required('AttributeName', specification.AttributeName)
  existingTable({ engine }, input.TableName)
  return engine.commits.changeTables(() => {
    const table = existingTable({ engine }, input.TableName)
    const { timeToLiveAttribute: current, ...definition } = table.definition
    if (Enabled === (current !== undefined)) {
      throw validationError(`TimeToLive is already ${Enabled ? 'enabled' : 'disabled'}`)
    }
    if (!Enabled && current !== AttributeName) {
      throw validationError(
        `TimeToLive is active on a different AttributeName: current AttributeName is ${current}`,
      )
    }
    engine.store.updateTimeToLive(
      table,
      Enabled ? { ...definition, timeToLiveAttribute: AttributeName } : definition,
    )
    return { TimeToLiveSpecification: { Enabled, AttributeName } }
  })
}
