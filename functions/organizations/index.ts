import { createRuntime } from '@cairn/http'
import { createGroup } from './group.ts'

export const handler = createGroup(createRuntime(process.env))
