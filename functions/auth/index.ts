import { createRuntime, withSecrets } from '@cairn/lambda'
import { createGroup } from './group.ts'

export const handler = createGroup(createRuntime(await withSecrets(process.env)))
