import { catalog } from '../../../../language/catalog.ts'

export const texts = catalog('goals/editing/templates/own', {
  /** The templates of the organization, above those of Cairn. */
  title: (organization: string) => `Templates of ${organization}`,
  manage: 'Manage templates',
  manageTitle: (organization: string) => `Templates of ${organization}`,
  intro: 'All members can start goals from these. Goals that began with one stay as they are.',
  none: 'No templates yet. Open a goal and save it as a template.',
  name: 'Name',
  rename: 'Rename',
  renamed: 'Template renamed.',
  delete: (name: string) => `Delete ${name}`,
  deleted: 'Template deleted.',
})
