import { readFileSync } from 'node:fs'
import { allOperations, errorCodesOf, errorStatuses, type Operation } from '@cairn/contract'
import { eventTypes } from '@cairn/contract/schemas/feed/events'
import { standardBody } from '@cairn/domain/programs/webhooks/message/standard-body'
import type { DeliveredEvent } from '@cairn/domain/storage/table/entities/webhooks/webhook-delivery'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { createOpenApiDocument } from '../../../packages/contract/openapi/document.ts'
import { unusedSchemaTexts } from '../../../packages/contract/openapi/manual/apply-manual.ts'
import { unusedFieldTexts } from '../../../packages/contract/openapi/manual/texts.ts'

/** Any part of the document. Its texts are checked as unknown values. */
type Json = { [key: string]: Json }

const document = JSON.parse(
  readFileSync(new URL('../../../packages/contract/openapi.json', import.meta.url), 'utf8'),
) as Json
const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))

const ajv = new Ajv2020({ strict: false, validateFormats: true })
addFormats.default(ajv)
ajv.addFormat('time-zone', /^[A-Za-z]+(?:\/[A-Za-z_+-]+)*$/)
ajv.addSchema(document, 'document')

/** Whether a text says something: a sentence, or a few words in code. */
const isText = (text: unknown) => typeof text === 'string' && text.trim().length > 3

/** Everything in the document with its path, references not followed. */
function* everything(value: unknown, path: string): Generator<[path: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Json]
  for (const [name, inner] of Object.entries(value)) {
    // Examples are data, and have fields such as `description` of their own.
    if (!['example', 'examples', 'default', 'enum', 'const'].includes(name)) {
      yield* everything(inner, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
  }
}

describe('parameters', () => {
  const parameters = operations.flatMap((operation) => Object.values(operation.parameters ?? {}))
  const ofType = (type: string) =>
    parameters.filter(({ schema }) => (schema as { type?: unknown } | undefined)?.type === type)

  // Generated clients would repeat other parameters, which is refused.
  it('with several values are sent once, with commas, or once for each value where they may be repeated', () => {
    const lists = ofType('array')
    // Of the list and of the counts.
    expect(lists.map(({ name }) => name)).toEqual(['status', 'health', 'owner', 'status', 'health', 'owner'])
    for (const list of lists)
      expect(list).toMatchObject({ in: 'query', style: 'form', explode: `${list.name}` === 'owner' })
  })

  it('that are integers have no pattern, which describes texts', () => {
    expect(ofType('integer').length).toBeGreaterThan(10)
    for (const { schema } of ofType('integer')) expect(schema).not.toHaveProperty('pattern')
  })
})

/** Returns the target of a reference in the document. */
function followed($ref: unknown): Json | undefined {
  const [, , kind = '', name = ''] = String($ref).split('/')
  return document.components?.[kind]?.[name]
}

/** The example of a body: its own, or that of its schema. */
const exampleOf = ({ example, schema }: Json): unknown =>
  example ?? Object.values(followed(schema?.$ref)?.examples ?? {})[0]

const all = [...everything(document, '#')]
const inPlace = (pattern: RegExp) => all.filter(([path]) => pattern.test(path))

describe('descriptions', () => {
  it.each([
    ['schemas', /^#\/components\/schemas\/\w+$/],
    ['fields', /\/properties\/[^/]+$/],
    ['parameters', /\/parameters\/[^/]+$/],
    ['headers', /\/headers\/[^/]+$/],
    ['responses', /\/responses\/[^/]+$/],
    ['operations', /^#\/paths\/[^/]+\/\w+$/],
    ['tags', /^#\/tags\/\d+$/],
    ['servers', /^#\/servers\/\d+$/],
    ['variables of servers', /^#\/servers\/\d+\/variables\/\w+$/],
    ['security schemes', /^#\/components\/securitySchemes\/\w+$/],
  ])('all %s have one', (_, pattern) => {
    const found = inPlace(pattern)
    expect(found.length).toBeGreaterThan(0)
    const without = found.filter(([, { $ref, description }]) => !isText(description) && $ref === undefined)
    expect(without.map(([path]) => path)).toEqual([])
  })

  it('operations have a short summary and a text', () => {
    expect(operations).toHaveLength(allOperations.length)
    for (const { operationId, summary, description } of operations) {
      expect([operationId, isText(summary), isText(description)]).toEqual([operationId, true, true])
      expect(String(summary).length, String(operationId)).toBeLessThan(120)
    }
  })

  it('scopes of OAuth have one', () => {
    const { scopes } = document.components?.securitySchemes?.oauth?.flows?.authorizationCode ?? {}
    expect(Object.values(scopes ?? {}).map(isText)).toEqual(Array(9).fill(true))
  })

  it('are written once: no text is for something that is gone or described elsewhere', () => {
    createOpenApiDocument()
    expect(unusedFieldTexts()).toEqual([])
    expect(unusedSchemaTexts()).toEqual([])
  })
})

describe('examples', () => {
  /** The problems of an example under the schema at a path. */
  function problemsOf(path: string, example: unknown): string[] {
    const validate = ajv.getSchema(`document${path}`)
    if (!validate) return [`no schema at ${path}`]
    if (validate(example)) return []
    return (validate.errors ?? []).map((error) => `${path}${error.instancePath} ${error.message}`)
  }

  it('of schemas and fields are valid, and every field has one', () => {
    const schemas = inPlace(/^#\/components\/schemas\/\w+(?:$|\/.*\/properties\/[^/]+$|\/properties\/[^/]+$)/)
    const problems = schemas.flatMap(([path, { examples }]) =>
      Object.values(examples ?? {}).flatMap((example) => problemsOf(path, example)),
    )
    expect(problems).toEqual([])
    const composed = ['$ref', 'properties', 'items', 'anyOf', 'oneOf']
    const without = schemas.filter(
      ([, schema]) => schema.examples === undefined && !composed.some((key) => key in schema),
    )
    expect(without.map(([path]) => path)).toEqual([])
  })

  it('of parameters and headers are valid', () => {
    const parameters = inPlace(/\/parameters\/[^/]+$/).filter(([, { $ref }]) => $ref === undefined)
    expect(parameters.length).toBeGreaterThan(allOperations.length)
    expect(parameters.flatMap(([path, { example }]) => problemsOf(`${path}/schema`, example))).toEqual([])
    const headers = inPlace(/\/headers\/[^/]+\/schema$/)
    expect(
      headers.flatMap(([path, { examples }]) => [
        ...(examples ? [] : [`${path} has none`]),
        ...Object.values(examples ?? {}).flatMap((example) => problemsOf(path, example)),
      ]),
    ).toEqual([])
  })

  it('are there for every body of a request and of a success, and valid', () => {
    // But files.
    const bodies = inPlace(/^#\/paths\/.*\/(?:requestBody|responses\/2\d\d)\/content\/(?!image~1webp)[^/]+$/)
    const withBody = (operation: Operation) =>
      Number('body' in operation.success) +
      Number('unchanged' in operation.success) +
      (operation.body ? 1 + Number(operation.takesForms ?? false) : 0)
    expect(bodies).toHaveLength(allOperations.map(withBody).reduce((sum, count) => sum + count, 0))
    const problems = bodies.flatMap(([path, body]) => problemsOf(`${path}/schema`, exampleOf(body)))
    expect(problems).toEqual([])
  })

  it('are valid for the service, which checks more than a schema can say', () => {
    const problems = allOperations.flatMap((operation) => {
      const described = document.paths?.[operation.path]?.[operation.method.toLowerCase()]
      const body = described?.requestBody?.content?.['application/json']
      const parsed = operation.body?.().safeParse(body && exampleOf(body))
      return parsed && !parsed.success ? [[operation.id, parsed.error.issues]] : []
    })
    expect(problems).toEqual([])
  })

  it('of errors are valid, say what to do, and are in every operation that returns the code', () => {
    const { examples = {} } = document.components ?? {}
    expect(Object.keys(examples)).toEqual(Object.keys(errorStatuses))
    for (const [code, { value, summary, description }] of Object.entries(examples)) {
      expect(problemsOf('#/components/schemas/Error', value)).toEqual([])
      expect([code, value?.error, isText(summary), isText(description)]).toEqual([code, code, true, true])
    }
    for (const operation of allOperations) {
      const described = document.paths?.[operation.path]?.[operation.method.toLowerCase()]
      for (const code of errorCodesOf(operation)) {
        const { $ref } = described?.responses?.[`${errorStatuses[code]}`] ?? {}
        const response = followed($ref)
        expect(response?.description, operation.id).toContain(`\`${code}\`: `)
        expect(response?.content?.['application/json']?.examples?.[code]).toEqual({
          $ref: `#/components/examples/${code}`,
        })
      }
    }
  })
})

it('says how agents connect, and what webhooks get', () => {
  expect(document.info?.description).toContain('`POST /mcp`')
  expect(Object.keys(document.webhooks ?? {})).toEqual([...eventTypes, 'webhook.test'])
})

it.each([...eventTypes, 'webhook.test'])('a webhook gets what the document says: %s', (type) => {
  const { schema } = document.webhooks?.[type]?.post?.requestBody?.content?.['application/json'] ?? {}
  const [example] = Object.values(followed(schema?.$ref)?.examples ?? {})
  const { goalUrl: _, ...event } = example?.data ?? {}
  const message = standardBody('https://cairn.example.com', event as unknown as DeliveredEvent)
  const validate = ajv.getSchema(`document${schema?.$ref}`)
  expect([validate?.(message), validate?.errors]).toEqual([true, null])
  expect(validate?.({ ...message, data: { ...message.data, type: 'other' } })).toBe(false)
  expect(validate?.({ ...message, data: { ...message.data, goalUrl: undefined, more: 1 } })).toBe(false)
})

it('errors are shared by all operations that return the same', () => {
  const failures = operations.flatMap(({ responses }) =>
    Object.entries(responses ?? {}).filter(([status]) => status >= '400'),
  )
  expect(failures.length).toBeGreaterThan(allOperations.length)
  for (const [, failure] of failures) expect(Object.keys(failure)).toEqual(['$ref'])
})

it('names the session cookie of both kinds of origin', () => {
  const { securitySchemes } = document.components ?? {}
  expect([securitySchemes?.session?.name, securitySchemes?.sessionOnLocalhost?.name]).toEqual([
    '__Host-session',
    'session',
  ])
})

it('every reference leads somewhere', () => {
  const paths = new Set(all.map(([path]) => path))
  const examples = Object.keys(document.components?.examples ?? {}).map(
    (code) => `#/components/examples/${code}`,
  )
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, path]) => path)
  expect(references.filter((path) => path && !paths.has(path) && !examples.includes(path))).toEqual([])
})
