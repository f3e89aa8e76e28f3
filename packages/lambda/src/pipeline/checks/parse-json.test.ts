import { describe, expect, it } from 'vitest'
import type { OperationEvent } from '../event.ts'
import { parseJson } from './parse-json.ts'

function parsed(body: string, type: string | null = 'application/json'): unknown {
  const event = { body, headers: type === null ? {} : { 'content-type': type } } as unknown as OperationEvent
  parseJson(event)
  return event.body
}

describe('the content type', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/merge-patch+json'])(
    'is JSON: %s',
    (type) => expect(parsed('{"a":[1]}', type)).toEqual({ a: [1] }),
  )

  it.each([
    null,
    '',
    'text/plain',
    'text/plain; x=application/json',
    'application/jsonp',
    'application/json-seq',
  ])('415s as %j', (type) =>
    expect(() => parsed('{}', type)).toThrow(
      expect.objectContaining({
        code: 'unsupported_media_type',
        message: 'The body must be JSON, with the content type application/json.',
      }),
    ),
  )
})

describe('the body', () => {
  const invalid = expect.objectContaining({ code: 'invalid_request', message: 'The body is not valid JSON.' })

  it.each([
    '{',
    '{"__proto__":{}}',
    '{"a":[[{"__proto__":1}]]}',
    '{"a":{"\\u005f_proto__":null}}',
    '{"constructor":{"prototype":{}}}',
    '[{"constructor":{"prototype":null}}]',
  ])('is refused: %s', (body) => expect(() => parsed(body)).toThrow(invalid))

  it.each([
    '{"constructor":"Ada"}',
    '{"prototype":{}}',
    '{"a":{"prototype":{}}}',
    'null',
    '"__proto__"',
    '{"a":{"constructor":{}}}',
  ])('is accepted: %s', (body) => expect(parsed(body)).toEqual(JSON.parse(body)))

  it('is refused with the reason, but without the body, for the log', () => {
    expect(() => parsed('{"a":1')).toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ name: 'SyntaxError', message: expect.stringContaining('JSON') }),
      }),
    )
    expect(() => parsed('{"__proto__":1}')).toThrow(expect.objectContaining({ cause: new SyntaxError() }))
  })

  const nested = (value: string) => `${'['.repeat(100_000)}${value}${']'.repeat(100_000)}`

  it('may be nested deeper than calls may', () => {
    expect(parsed(nested('1'))).toEqual([expect.any(Array)])
  })

  it.each(['{"__proto__":1}', '{"constructor":{"prototype":1}}', '{"\\u005f_proto__":1}', '1]'])(
    'is refused so deep with %s in it',
    (value) => expect(() => parsed(nested(value))).toThrow(invalid),
  )
})
