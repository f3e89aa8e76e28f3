import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('settings/templates', {
  title: 'Templates',
  intro: (organization: string) =>
    `All members of ${organization} can start goals from these. Goals that began with one stay as they are.`,
  loading: 'Loading templates',
  create: 'New template',
  full: (maximum: number) => `There can be at most ${formatNumber(maximum)}. Delete one to add another.`,
  none: 'No templates yet',
  noneText: 'A template has what goals of one kind have in common: a description, criteria, measures.',
  noneForMembers: 'Only the owner and admins of the organization add templates.',
  onlyAdmins: 'Only the owner and admins of the organization change templates.',
  criteria: (count: number) =>
    plural(count, { one: '1 criterion', other: `${formatNumber(count)} criteria` }),
  measures: (count: number) => plural(count, { one: '1 measure', other: `${formatNumber(count)} measures` }),
  labels: (count: number) => plural(count, { one: '1 label', other: `${formatNumber(count)} labels` }),
  editOne: (name: string) => `Edit ${name}`,
  deleteOne: (name: string) => `Delete ${name}`,
  deleted: 'Template deleted.',
  restored: 'Template restored.',
  edit: 'Edit template',
  save: 'Save template',
  add: 'Create template',
  saving: 'Saving',
  saved: 'Template saved.',
  created: 'Template created.',
  name: 'Name of the template',
  nameHint: 'Members choose the template by it.',
  form: { name: { name: 'name', missing: 'Enter a name.' } },
})
