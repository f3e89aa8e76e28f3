import { type ColumnName, everyGoalField } from '../../goal-fields.ts'

/** The fields that a column can have, and what each is. */
export const fields = {
  ...(Object.fromEntries(everyGoalField.map(([, { column }]) => [column.name, column.about])) as Record<
    ColumnName,
    string
  >),
  status: 'active, paused, completed or archived, or what other products call it',
  completed: 'a date or "yes" if the goal is completed',
  archived: 'a date or "yes" if the goal is archived',
  health: 'on track, at risk or off track',
  id: 'what identifies the row where it comes from',
  url: 'where the row is shown there',
  alias: 'another id by which other rows name the row as their parent',
  goal: 'the id of a goal of Cairn',
} as const

export type Field = keyof typeof fields

/** The columns of each field, by name. */
export type FieldColumns = Partial<Record<Field, readonly string[]>>

export type Preset = {
  /** The product, if it is another one. */
  product?: string
  /** The columns by which a file is known. */
  marks: readonly string[]
  columns: FieldColumns
  /** Whether texts that a spreadsheet would run have an apostrophe in front. */
  isGuarded?: true
}

export const presetNames = ['asana', 'jira', 'linear', 'cairn'] as const
export type PresetName = (typeof presetNames)[number]

/** In the order in which a header is compared with them. Names that an export does not have are passed over. */
export const presets: Record<PresetName, Preset> = {
  asana: {
    product: 'Asana',
    marks: ['Task ID', 'Name', 'Section/Column'],
    columns: {
      id: ['Task ID'],
      title: ['Name'],
      description: ['Notes'],
      due: ['Due Date'],
      owner: ['Assignee Email', 'Assignee'],
      labels: ['Tags'],
      completed: ['Completed At'],
      // Both have the names of tasks.
      parent: ['Parent task'],
      blocked_by: ['Blocked By (Dependencies)'],
    },
  },
  jira: {
    product: 'Jira',
    marks: ['Issue key', 'Summary'],
    columns: {
      id: ['Issue key'],
      title: ['Summary'],
      description: ['Description'],
      due: ['Due date'],
      owner: ['Assignee'],
      // A column for each label.
      labels: ['Labels'],
      // Statuses of workflows have any name. Their category has not.
      status: ['Resolution', 'Status', 'Status Category'],
      // Keys, or since the new hierarchy of issues their numbers.
      parent: ['Parent key', 'Parent', 'Parent id', 'Custom field (Epic Link)'],
      alias: ['Issue id'],
    },
  },
  linear: {
    product: 'Linear',
    marks: ['ID', 'Team', 'Title', 'Status'],
    columns: {
      id: ['ID'],
      title: ['Title'],
      description: ['Description'],
      due: ['Due Date'],
      owner: ['Assignee'],
      labels: ['Labels'],
      status: ['Status'],
      completed: ['Completed'],
      archived: ['Canceled', 'Archived'],
      parent: ['Parent issue'],
      blocked_by: ['Blocked by'],
    },
    isGuarded: true,
  },
  // The format of `cairn export --format csv`, and tables with the names of the fields.
  cairn: {
    marks: ['title'],
    columns: {
      goal: ['goal_id'],
      id: ['id'],
      ...Object.fromEntries(everyGoalField.map(([, { column }]) => [column.name, column.headings])),
      status: ['goal_status', 'status'],
      completed: ['completed'],
      archived: ['archived'],
      health: ['goal_health', 'health'],
      url: ['url'],
    },
    isGuarded: true,
  },
}
