import type { FieldsByErrorCode, FormTexts } from '../../api/problems.ts'

const chooseFormat = 'Choose a format.'

export const webhookFormTexts: FormTexts = {
  url: { name: 'URL', missing: 'Enter the URL of the receiver.' },
  description: { name: 'description' },
  format: { name: 'format', missing: chooseFormat, invalid: chooseFormat },
  types: {
    name: 'events',
    missing: 'Choose at least one type of event.',
    invalid: 'Choose other types of events.',
  },
}

export const webhookFieldsByErrorCode: FieldsByErrorCode = { invalid_webhook_url: 'url' }
