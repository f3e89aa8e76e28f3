import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { metadataOf, notSupported } from './errors.ts'
import type { Engine } from './open.ts'
import { attributeCodec, nativeCodec } from './operations/call.ts'
import { attributeOperations, documentOperations } from './operations/registry.ts'
import { abortError } from './storage/group-commit.ts'

type SendOptions = { abortSignal?: AbortSignal | undefined } | undefined

/**
 * Lets a client of the SDK use the engine: its `send` carries commands out in this process. Nothing of the SDK's
 * middleware runs, so nothing is marshalled, signed or sent. A document client gets records as they are in the cache:
 * frozen.
 * @throws ValidationException if the document client translates values in other ways than the defaults and
 *   `removeUndefinedValues`.
 */
export function attachEngine(client: DynamoDBClient | DynamoDBDocumentClient, engine: Engine): void {
  const codec = nativeCodec(marshallOptionsOf(client))
  const send = async (
    command: { constructor: unknown; input: object },
    options: SendOptions,
    callback: unknown,
  ) => {
    if (typeof options === 'function' || typeof callback === 'function') throw notSupported('callbacks')
    if (options?.abortSignal?.aborted) throw abortError()
    const forDocuments = documentOperations.get(command.constructor)
    const operation = forDocuments ?? attributeOperations.get(command.constructor)
    if (operation === undefined) throw notSupported((command.constructor as { name: string }).name)
    const output = await engine.run(
      operation,
      command.input,
      forDocuments ? codec : attributeCodec,
      options?.abortSignal,
    )
    return { ...output, $metadata: metadataOf(200) }
  }
  client.send = send as never
}

type TranslateConfig = { marshallOptions?: object; unmarshallOptions?: object }

function marshallOptionsOf(client: DynamoDBClient | DynamoDBDocumentClient): {
  removeUndefinedValues?: boolean
} {
  const { marshallOptions = {}, unmarshallOptions = {} } =
    (client.config as { translateConfig?: TranslateConfig }).translateConfig ?? {}
  const given = [
    ...Object.entries(marshallOptions).filter(([name]) => name !== 'removeUndefinedValues'),
    ...Object.entries(unmarshallOptions),
  ]
  // Options that the SDK itself adds are ignored.
  const unknown = given.find(
    ([name, value]) => value && !/^convert(?:TopLevelContainer|WithoutMapWrapper)$/.test(name),
  )
  if (unknown) throw notSupported(`the option ${unknown[0]} of the document client`)
  return marshallOptions
}
