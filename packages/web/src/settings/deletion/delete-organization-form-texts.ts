import type { FormTexts } from '../../api/problems.ts'

export const deleteOrganizationFormTexts: FormTexts = {
  name: {
    name: 'name',
    missing: 'Enter the name of the organization.',
    invalid: 'Enter the name exactly as it is written above.',
  },
}
