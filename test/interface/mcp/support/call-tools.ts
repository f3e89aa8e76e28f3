import type { Integration } from '../../../support/people/api-tokens.ts'
import { type Answer, currentMessage, type DoorPath, post } from './post.ts'

export type ToolAnswer = {
  isError?: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of all shapes.
  structuredContent: any
}

type Params = { name?: string; taskId?: string } & Record<string, unknown>

/**
 * Calls tools with one token, by raw messages of 2026-07-28.
 * @param meta  More of `_meta` in every message.
 */
export function callerWith(
  service: { origin: string },
  { secret }: Pick<Integration, 'secret'>,
  path: DoorPath = '/mcp',
  meta: object = {},
) {
  const ask = (method: string, params: Params = {}): Promise<Answer> => {
    const [body, headers] = currentMessage(secret, method, params, meta)
    return post(service, body, headers, 'POST', path)
  }
  return {
    ask,
    call: async (name: string, input: object = {}): Promise<ToolAnswer> => {
      const answer = await ask('tools/call', { name, arguments: input })
      const { result } = answer.body as { result?: ToolAnswer }
      if (!result) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      return result
    },
    tools: async (): Promise<string[]> => {
      const { body } = await ask('tools/list')
      return (body as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name)
    },
  }
}

/** The code of a refused call. */
export const codeOf = ({ structuredContent }: ToolAnswer): string | undefined => structuredContent.error?.code
