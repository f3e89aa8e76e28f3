import { ServiceError } from '@cairn/contract/errors'
import { type ToolResult, toolResult } from './tool-result.ts'

export type ReadOn = { path?: string | undefined; offset?: number | undefined; maxKiB?: number | undefined }

/** Returns the text or list at a path, from an offset. @throws `invalid_request` if there is none. */
export function partResult(
  whole: unknown,
  { path, offset = 0, maxKiB }: ReadOn & { path: string },
): ToolResult {
  const value = valueAt(whole, path.split('.'))
  if (typeof value !== 'string' && !Array.isArray(value)) {
    throw new ServiceError('invalid_request', 'The request is not valid.', {
      details: [
        { path: 'path', message: 'Use the path of a text or list, such as `criteria.3.description`.' },
      ],
    })
  }
  return toolResult({ path, offset, part: value.slice(offset) }, { maxKiB, part: { path, offset } })
}

function valueAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return value
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined
  return valueAt((value as Record<string, unknown>)[name], rest)
}
