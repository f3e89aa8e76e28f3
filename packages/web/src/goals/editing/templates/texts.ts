import { catalog } from '../../../language/catalog.ts'

type Template = {
  name: string
  description: string
  criteria: { title: string; description: string }[]
  measure?: { title: string; unit: string }
}

const launch: Template = {
  name: 'Launch something',
  description: 'Launch … for …\n\nWhy now: …\n\nWhat is not part of it: …',
  criteria: [
    {
      title: 'Anybody can use it',
      description: 'It is available to everybody it is meant for, without help from us.',
    },
    {
      title: 'It works in everyday use',
      description: 'Two weeks after the launch, no serious problem is open.',
    },
  ],
}
const number: Template = {
  name: 'Improve a number',
  description:
    'Bring … from … to …\n\nHow it is measured, and where: …\n\nWhat may not get worse meanwhile: …',
  criteria: [{ title: 'The number stays there', description: 'The target holds for four weeks in a row.' }],
  measure: { title: 'The number', unit: '' },
}
const level: Template = {
  name: 'Keep a promise to customers',
  description: 'Answer every … within …\n\nWho notices when we do not: …',
  criteria: [{ title: 'Kept every month', description: 'No month of the last three was below the target.' }],
  measure: { title: 'Kept', unit: '%' },
}
const project: Template = {
  name: 'Finish a project',
  description: 'Finish …\n\nThe parts: …\n\nWho decides that it is done: …',
  criteria: [
    { title: 'All parts are delivered', description: 'Each part is in use by those who asked for it.' },
    { title: 'Nothing old is left', description: 'What the project replaces is switched off.' },
  ],
  measure: { title: 'Parts delivered', unit: '%' },
}
const routine: Template = {
  name: 'Keep something in order',
  description: 'Every month, …\n\nHow somebody else could take over: …',
  criteria: [{ title: 'Done this month', description: 'The report says what was done, with a link.' }],
}

export const texts = catalog('goals/editing/templates', {
  title: 'Start from a template',
  hint: 'Everything in it can be changed.',
  unfinished: (lines: string) => `Fill in what stands for “…”, or delete it: ${lines}`,
  templates: { launch, number, level, project, routine },
})
