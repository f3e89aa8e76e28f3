import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import type { AgentDoor } from './agent-setup.ts'
import { doors } from './doors.ts'
import { type Tool, toolTexts } from './tool.ts'

/** A JSON Schema of an object, as tool lists contain it. */
type ObjectSchema = { type: 'object'; [keyword: string]: unknown }

/** A tool as `tools/list` returns it. */
export type ListedTool = Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> & {
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
}

/** Returns all tools of a door as `tools/list` returns them, at most 12 KiB. */
export function listedTools(door: AgentDoor = 'keep'): ListedTool[] {
  return lists[door]()
}

const lists = { keep: lazy(() => listOf('keep')), work: lazy(() => listOf('work')) }

function listOf(door: AgentDoor): ListedTool[] {
  return Object.values(doors[door].tools).map(
    ({ name, title, description, annotations, input, output }: Tool) => ({
      name,
      title,
      description,
      annotations,
      inputSchema: jsonSchemaOf(input()),
      outputSchema: withoutDetails(jsonSchemaOf(output())),
    }),
  )
}

/**
 * A JSON Schema for a model, with the limits that arguments break most, but without what costs it more than it helps: patterns and
 * what every argument has. Whoever breaks those is told what to do. Its dialect is the protocol's default, 2020-12.
 */
function jsonSchemaOf(schema: z.ZodType): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    metadata: toolTexts,
    override: ({ zodSchema, jsonSchema }) => {
      for (const keyword of omitted) delete jsonSchema[keyword]
      // Only those that tools say: nobody breaks that of a cursor.
      if (!saysLength(zodSchema)) delete jsonSchema.maxLength
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if ((jsonSchema.minimum ?? 0) <= 1) delete jsonSchema.minimum
    },
  })
  return rest as ObjectSchema
}

/** Whether the tool says the length of an argument, which may be optional or null. */
function saysLength(schema: z.core.$ZodType): boolean {
  if (toolTexts.get(schema as unknown as z.ZodType)?.maxLength !== undefined) return true
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType }
  return innerType !== undefined && saysLength(innerType)
}

/**
 * The schema of a result, of which a model needs little in advance: the types of its own fields. Results say what is in them, and each
 * entry of `cut` names the call that returns the rest.
 */
function withoutDetails({ properties }: ObjectSchema): ObjectSchema {
  const shallow = Object.entries(properties as Record<string, ObjectSchema>)
    .filter(([name]) => !inEveryResult.has(name))
    .map(([name, { type }]) => [name, type === undefined ? {} : { type }])
  return { type: 'object', properties: Object.fromEntries(shallow) }
}

/** A result may have more than its schema says. */
const inEveryResult = new Set(['notice', 'cut', 'error'])

const omitted = [
  'pattern',
  'format',
  'minLength',
  'minItems',
  'additionalProperties',
  'propertyNames',
  'uniqueItems',
] as const
