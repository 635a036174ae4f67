import type { FastifyReply } from 'fastify';
import { differences, given } from '../../../actions/audit.ts';
import { addOperator, changeOperator, listOperators, removeOperator } from '../../../actions/operators/operators.ts';
import type { Services } from '../../../actions/services.ts';
import { maskRecord } from '../../../domain/masking/mask-for-viewer.ts';
import type { EmailAddress } from '../../../domain/values/contact.ts';
import { field, type Form } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import { operatorInput } from '../../inputs.ts';
import { operatorView } from '../../operator-routes.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { readInput, trySetUp } from '../forms.ts';
import { newOperatorPage, operatorsPage, removeOperatorPage, type TypedOperator } from './operators-page.ts';
import { operatorInAddress, showOperator } from './show-operator.ts';
import { tokenRoutes } from './token-routes.ts';

const ADDRESS = '/operator/operators';

/** The people who run the service. `plain` are the services that mask nothing: settings name people by their address. */
export function consoleOperatorRoutes(app: ConsoleApp, plain: Services): void {
  const { services, get, post } = app;

  get(ADDRESS, 'viewer', async (visit) => {
    const operators = await listOperators(plain, plain.database);
    const shown = visit.may('clerk') ? operators : maskRecord({ operators }).operators;
    return visit.show('operators', operatorsPage(shown, visit));
  });

  get(`${ADDRESS}/new`, 'admin', async (visit) =>
    visit.show('operators', newOperatorPage(visit, { email: '', name: '', role: 'clerk' }, {})),
  );
  post(`${ADDRESS}/new`, 'admin', async (visit) => {
    const typed = typedIn(visit.form);
    const read = readInput(operatorInput, typed);
    if (read.problems !== null) return visit.show('operators', newOperatorPage(visit, typed, read.problems), 422);
    const input = { ...read.value, email: read.value.email as EmailAddress };
    const added = await trySetUp(addOperator(services, input), Object.keys(typed));
    if (added === null) return null;
    if (added.problems !== null) return visit.show('operators', newOperatorPage(visit, typed, added.problems), 422);
    const { id } = added.value;
    visit.note({ verb: 'add', thing: 'operator', about: { operator: id }, changes: given(input) });
    return seeOther(visit.reply, `${ADDRESS}/${id}?done=added`);
  });

  get(`${ADDRESS}/:id`, 'admin', (visit) => showOperator(app, visit, {}));
  post(`${ADDRESS}/:id`, 'admin', (visit) => change(app, visit));

  get(`${ADDRESS}/:id/remove`, 'admin', async (visit) => {
    const operator = await operatorInAddress(app, visit);
    return operator && visit.show('operators', removeOperatorPage(visit, operator, {}));
  });
  post(`${ADDRESS}/:id/remove`, 'admin', async (visit) => {
    const operator = await operatorInAddress(app, visit);
    const removed = operator && (await trySetUp(removeOperator(services, operator.id), []));
    if (operator === null || removed === null) return null;
    if (removed.problems !== null) {
      return visit.show('operators', removeOperatorPage(visit, operator, removed.problems), 409);
    }
    const { id, email } = operator;
    visit.note({ verb: 'remove', thing: 'operator', about: { operator: id }, changes: { email: { from: email } } });
    return seeOther(visit.reply, `${ADDRESS}?done=removed`);
  });
  tokenRoutes(app);
}

async function change(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const { services } = app;
  const operator = await operatorInAddress(app, visit);
  if (operator === null) return null;
  const { id, email, role, isInSettings } = operator;
  // Address and role of someone in the settings cannot be typed.
  const typed = { ...typedIn(visit.form), ...(isInSettings ? { email, role } : {}) };
  const read = readInput(operatorInput, typed);
  if (read.problems !== null) return showOperator(app, visit, { typed, problems: read.problems });
  const input = { ...read.value, email: read.value.email as EmailAddress };
  const changed = await trySetUp(changeOperator(services, id, input), Object.keys(typed));
  if (changed === null) return null;
  if (changed.problems !== null) return showOperator(app, visit, { typed, problems: changed.problems });
  const changes = differences(operatorView(operator), operatorView(changed.value));
  visit.note({ verb: 'change', thing: 'operator', about: { operator: id }, changes });
  return seeOther(visit.reply, `${ADDRESS}/${id}?done=changed`);
}

function typedIn(form: Form): TypedOperator {
  return { email: field(form, 'email'), name: field(form, 'name'), role: field(form, 'role') };
}
