import { usageError } from '../../exit-codes.ts'
import { everyGoalField } from '../../goal-fields.ts'
import {
  type Field,
  type FieldColumns,
  fields,
  type Preset,
  type PresetName,
  presetNames,
  presets,
} from './presets.ts'

export type MappingOptions = { preset?: PresetName; map?: string[] }

/** The assignment of columns to fields. */
export type Mapping = {
  preset: Preset | undefined
  /** Whether the preset was found by the header. */
  isDetected: boolean
  /** Positions of columns, in the order in which they count. */
  positions: Record<Field, number[]>
  /** The columns that are none. */
  unmapped: string[]
}

/** Fields that take all columns of a name, and all values. */
const lists: readonly string[] = everyGoalField.flatMap(([, { column }]) =>
  column.isList ? [column.name] : [],
)

const names = Object.keys(fields) as Field[]

/** @throws `CommandError` if the options name what is not there, or nothing is the title. */
export function mapColumns(columns: readonly string[], { preset, map = [] }: MappingOptions): Mapping {
  const chosen = map.flatMap(pairsIn)
  // `--map owner=` alone corrects what is found.
  const isDetected = preset === undefined && !chosen.some(({ field }) => field === 'title')
  const found = isDetected ? detect(columns) : preset
  const mapping: Mapping = {
    preset: found && presets[found],
    isDetected,
    positions: positionsOf(columns, found ? presets[found].columns : {}, chosen),
    unmapped: [],
  }
  if (mapping.positions.title.length === 0) throw usageError(untitled(columns, preset))
  const mapped = new Set(Object.values(mapping.positions).flat())
  mapping.unmapped = [...new Set(columns.filter((name, position) => name !== '' && !mapped.has(position)))]
  return mapping
}

function untitled(columns: readonly string[], preset: PresetName | undefined): string {
  const [first] = presets[preset ?? 'cairn'].columns.title ?? []
  const named = columns
    .filter(Boolean)
    .map((name) => `"${name}"`)
    .join(', ')
  const why = preset ? `There is no column "${first}", which has the titles.` : 'No column is the title.'
  return `${why} Say which one is: --map "title=…". The columns are ${named}.`
}

/** The positions of columns with a name, without regard to case. */
function named(columns: readonly string[], name: string): number[] {
  const wanted = name.trim().toLowerCase()
  return columns.flatMap((column, position) => (column.toLowerCase() === wanted ? [position] : []))
}

function detect(columns: readonly string[]): PresetName | undefined {
  return presetNames.find((name) => presets[name].marks.every((mark) => named(columns, mark).length > 0))
}

/** Returns the column of each field. Options take precedence over the preset. */
function positionsOf(columns: readonly string[], preset: FieldColumns, chosen: readonly Pair[]) {
  const positions = {} as Mapping['positions']
  for (const field of names) {
    const pairs = chosen.filter((pair) => pair.field === field)
    const wanted =
      pairs.length > 0 ? pairs.map(({ column }) => column).filter(Boolean) : (preset[field] ?? [])
    positions[field] = wanted.flatMap((name) => {
      const found = named(columns, name)
      if (found.length === 0 && pairs.length > 0) {
        const there = columns
          .filter(Boolean)
          .map((column) => `"${column}"`)
          .join(', ')
        throw usageError(`There is no column "${name}". The columns are ${there}.`)
      }
      if (found.length > 1 && !lists.includes(field)) {
        throw usageError(
          `${found.length} columns are called "${name}". Give the one for --map ${field} a name of its own.`,
        )
      }
      return found
    })
  }
  return positions
}

type Pair = { field: Field; column: string }

/** `title=Summary,due=Due date`. A column's name may contain commas. */
function pairsIn(text: string): Pair[] {
  return text.split(new RegExp(`,(?=\\s*(?:${names.join('|')})\\s*=)`)).map((part) => {
    const [, name = '', column = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(part) ?? []
    const field = names.find((known) => known === name)
    if (!field) throw usageError(`Write --map as field=column. The fields are ${names.join(', ')}.`)
    return { field, column: column.trim() }
  })
}
