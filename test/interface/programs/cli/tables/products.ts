/** Tables as other products export them, and the goals that their rows are. */

/** The content of a goal without ids and times. */
export type Content = {
  title: string
  text: string
  due: string | null
  status: string
  owner: string | null
  labels: string[]
}

export type Product = {
  name: string
  /** In the first line. */
  header: string[]
  /** A row, and the goal that it is. Texts need quotes in a CSV file. */
  row: (index: number, people: { address: string; name: string }) => { cells: string[]; goal: Content }
}

const cell = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const csvOf = (rows: readonly (readonly string[])[], delimiter = ',') =>
  rows.map((row) => `${row.map(cell).join(delimiter)}\r\n`).join('')

const day = (index: number) => `${(index % 28) + 1}`.padStart(2, '0')
const title = (index: number) => `Goal ${index}, "quoted"; =1+${index}`
const text = (index: number) => `First line of ${index},\n\n- a "list"\n- in Markdown`

const asana: Product = {
  name: 'asana',
  header:
    'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task'.split(
      ',',
    ),
  row: (index, { address, name }) => {
    const isDone = index % 3 === 0
    const isOwned = index % 2 === 0
    const id = `${1_211_430_000_000_000 + index}`
    return {
      cells: [
        id,
        '2026-09-01',
        isDone ? '2026-10-01' : '',
        '2026-10-02',
        title(index),
        'To do',
        isOwned ? name : '',
        isOwned ? address : '',
        '',
        index % 5 === 0 ? '' : `2027-01-${day(index)}`,
        index % 4 === 0 ? 'red,blue' : '',
        index % 7 === 0 ? '' : text(index),
        'Website',
        '',
      ],
      goal: {
        title: title(index),
        text: `${index % 7 === 0 ? title(index) : text(index)}\n\nImported from Asana: ${id}`,
        due: index % 5 === 0 ? null : `2027-01-${day(index)}`,
        status: isDone ? 'completed' : 'active',
        owner: isOwned ? address : null,
        labels: index % 4 === 0 ? ['blue', 'red'] : [],
      },
    }
  },
}

const jiraStatuses = [
  ['To Do', 'Unresolved', 'To Do', 'active'],
  ['In QA', 'Unresolved', 'In Progress', 'active'],
  ['Closed', 'Done', 'Done', 'completed'],
  ['Closed', "Won't Do", 'Done', 'archived'],
  ['On Hold', '', 'To Do', 'paused'],
] as const

const jira: Product = {
  name: 'jira',
  header:
    'Summary,Issue key,Issue id,Issue Type,Status,Priority,Resolution,Assignee,Due date,Labels,Labels,Description,Status Category'.split(
      ',',
    ),
  row: (index, { address, name }) => {
    const [status, resolution, category, ours] = jiraStatuses[index % jiraStatuses.length] ?? jiraStatuses[0]
    const isOwned = index % 2 === 0
    return {
      cells: [
        title(index),
        `WEB-${index}`,
        `${10_000 + index}`,
        'Story',
        status,
        'High',
        resolution,
        isOwned ? name : '',
        index % 5 === 0 ? '' : `${day(index)}/Mar/27 12:00 AM`,
        index % 4 === 0 ? 'red' : '',
        index % 4 === 0 ? 'blue' : '',
        text(index),
        category,
      ],
      goal: {
        title: title(index),
        text: `${text(index)}\n\nImported from Jira: WEB-${index}`,
        due: index % 5 === 0 ? null : `2027-03-${day(index)}`,
        status: ours,
        owner: isOwned ? address : null,
        labels: index % 4 === 0 ? ['blue', 'red'] : [],
      },
    }
  },
}

const linearStatuses = [
  ['Backlog', '', '', 'active'],
  ['Shipped to all', '2026-05-01T10:00:00.000Z', '', 'completed'],
  ['Dropped', '', '2026-05-01T10:00:00.000Z', 'archived'],
  ['In Progress', '', '', 'active'],
] as const

const linear: Product = {
  name: 'linear',
  header:
    'ID,Team,Title,Description,Status,Estimate,Priority,Project,Creator,Assignee,Labels,Created,Updated,Completed,Canceled,Archived,Due Date,Parent issue'.split(
      ',',
    ),
  row: (index, { address }) => {
    const [status, completed, canceled, ours] =
      linearStatuses[index % linearStatuses.length] ?? linearStatuses[0]
    const isOwned = index % 2 === 0
    const isGuarded = index % 6 === 0
    const due = ['', `2027-05-${day(index)}`, `2027-05-${day(index)}T00:00:00.000Z`][index % 3] ?? ''
    return {
      cells: [
        `ENG-${index}`,
        'Engineering',
        isGuarded ? `'=${title(index)}` : title(index),
        text(index),
        status,
        '3',
        'High',
        'Website',
        'somebody@example.com',
        isOwned ? address.toUpperCase() : '',
        index % 4 === 0 ? 'red, blue' : '',
        '2026-05-01T10:00:00.000Z',
        '2026-05-01T10:00:00.000Z',
        completed,
        canceled,
        '',
        due,
        '',
      ],
      goal: {
        title: isGuarded ? `=${title(index)}` : title(index),
        text: `${text(index)}\n\nImported from Linear: ENG-${index}`,
        due: due === '' ? null : `2027-05-${day(index)}`,
        status: ours,
        owner: isOwned ? address : null,
        labels: index % 4 === 0 ? ['blue', 'red'] : [],
      },
    }
  },
}

export const products = [asana, jira, linear]
