import { catalog } from '../../../../language/catalog.ts'

export const texts = catalog('goals/editing/templates/own', {
  /** The templates of the organization, above those of Cairn. */
  title: (organization: string) => `Templates of ${organization}`,
  manage: 'Manage templates',
})
