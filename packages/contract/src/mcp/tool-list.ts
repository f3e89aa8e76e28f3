import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { type Tool, toolDescriptions } from './tool.ts'
import { tools } from './tools.ts'

/** A JSON Schema of an object, as tool lists contain it. */
type ObjectSchema = { type: 'object'; [keyword: string]: unknown }

/** A tool as `tools/list` returns it. */
export type ListedTool = Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> & {
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
}

/** All tools as `tools/list` returns them, at most 12 KiB. */
export const listedTools = lazy((): ListedTool[] =>
  Object.values(tools).map(({ name, title, description, annotations, input, output }: Tool) => ({
    name,
    title,
    description,
    annotations,
    inputSchema: jsonSchemaOf(input()),
    outputSchema: withoutDetails(jsonSchemaOf(output())),
  })),
)

/**
 * A JSON Schema for a model, without what costs it more than it helps: patterns and limits, whose violation says what to do.
 * Its dialect is the protocol's default, 2020-12.
 */
function jsonSchemaOf(schema: z.ZodType): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    metadata: toolDescriptions,
    override: ({ jsonSchema }) => {
      for (const keyword of omitted) delete jsonSchema[keyword]
    },
  })
  return rest as ObjectSchema
}

/** The schema of a result, of which a model needs little in advance: the fields of objects are named, those of lists are not. */
function withoutDetails({ properties, ...schema }: ObjectSchema): ObjectSchema {
  const shallow = Object.entries(properties as Record<string, ObjectSchema>).map(
    ([name, { properties: _, items: __, required, ...rest }]) => [
      name,
      inEveryResult.has(name) ? rest : { ...rest, required },
    ],
  )
  return { ...schema, properties: Object.fromEntries(shallow) }
}

/** The descriptions of tools and results say what they are. */
const inEveryResult = new Set(['notice', 'cut', 'error'])

const omitted = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'additionalProperties',
  'propertyNames',
] as const
