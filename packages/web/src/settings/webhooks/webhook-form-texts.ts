import type { FieldsByErrorCode, FormTexts } from '../../data/api/failures/problems.ts'
import { texts } from './texts.ts'

export const webhookFormTexts: FormTexts = texts.form

export const webhookFieldsByErrorCode: FieldsByErrorCode = { invalid_webhook_url: 'url' }
