import { body, del, get, ifUnchanged, list, object, path, post, put } from '../route.js';

const id = { id: path('message_template_id') };
const changed = ifUnchanged('message_template', 'id');
const input = { input: body('message_template') };

/** contract of message templates */
export const messageTemplateRoutes = [
  get('/message_templates', 'ListMessageTemplates', list('message_template')),
  get('/message_templates/:message_template_id', 'GetMessageTemplate', object('message_template'), id),
  post('/message_templates', 'CreateMessageTemplate', object('message_template'), input),
  put(
    '/message_templates/:message_template_id',
    'UpdateMessageTemplate',
    object('message_template'),
    {
      ...id,
      ...input,
    },
    changed,
  ),
  del('/message_templates/:message_template_id', 'DeleteMessageTemplate', object('message_template'), id, changed),
];
