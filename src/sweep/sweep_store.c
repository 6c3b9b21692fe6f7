/* SPDX-License-Identifier: MIT */
/* See sweep_store.h. */
#include "sweep/sweep_store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define FORMAT   "1" /* of the tables */
#define DATABASE "points.db"

struct hw_sweep_store {
    sqlite3 *db;
    int lock;
    sqlite3_stmt *put_point, *put_value;
};

static bool is_damaged(const struct hw_sweep_store *store)
{
    const int code = sqlite3_errcode(store->db);
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

static hw_status wrong(struct hw_sweep_store *store, struct hw_error *error)
{
    return hw_fail(error, HW_ERR_IO, "sweep", "the database of the results: %s%s", sqlite3_errmsg(store->db),
                   is_damaged(store) ? "; --fresh begins anew" : "");
}

static hw_status execute(struct hw_sweep_store *store, const char *sql, struct hw_error *error)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? HW_OK : wrong(store, error);
}

static hw_status prepare(struct hw_sweep_store *store, const char *sql, sqlite3_stmt **statement,
                         struct hw_error *error)
{
    return sqlite3_prepare_v2(store->db, sql, -1, statement, NULL) == SQLITE_OK ? HW_OK : wrong(store, error);
}

/* --- tables --- */

/* ", cycles INTEGER, ...": the columns of the figures with what stands behind each. */
static void figure_columns(char *text, size_t size, const char *integer, const char *real)
{
    size_t used = 0;

    for (unsigned i = 0; i < HW_SWEEP_FIGURES && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, ", %s%s", hw_sweep_figures[i].name,
                                 hw_sweep_figures[i].real ? real : integer);
}

static hw_status make_tables(struct hw_sweep_store *store, struct hw_error *error)
{
    char columns[512], sql[1024];

    figure_columns(columns, sizeof columns, " INTEGER", " REAL");
    snprintf(
        sql, sizeof sql,
        "CREATE TABLE IF NOT EXISTS sweep (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
        "CREATE TABLE IF NOT EXISTS points (point INTEGER PRIMARY KEY, status TEXT NOT NULL%s, seconds REAL, "
        "error TEXT, report TEXT, command TEXT NOT NULL);"
        "CREATE TABLE IF NOT EXISTS varied (point INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, "
        "PRIMARY KEY (point, name)) WITHOUT ROWID;",
        columns);
    return execute(store, sql, error);
}

static hw_status forget(struct hw_sweep_store *store, struct hw_error *error)
{
    return execute(store,
                   "DROP TABLE IF EXISTS sweep; DROP TABLE IF EXISTS points; DROP TABLE IF EXISTS varied;",
                   error);
}

/* --- identity --- */

/* A row of table sweep; false: there is none. */
static bool read_row(struct hw_sweep_store *store, const char *name, char *value, size_t size)
{
    sqlite3_stmt *statement;
    bool found;

    if (sqlite3_prepare_v2(store->db, "SELECT value FROM sweep WHERE name = ?", -1, &statement, NULL) !=
        SQLITE_OK)
        return false;
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    found = sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0);
    if (found)
        snprintf(value, size, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return found;
}

static hw_status write_row(struct hw_sweep_store *store, const char *name, const char *value,
                           struct hw_error *error)
{
    sqlite3_stmt *statement;
    hw_status status = prepare(store, "INSERT OR REPLACE INTO sweep VALUES (?, ?)", &statement, error);

    if (status != HW_OK)
        return status;
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, value, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) != SQLITE_DONE)
        status = wrong(store, error);
    sqlite3_finalize(statement);
    return status;
}

static hw_status check_identity(struct hw_sweep_store *store, const char *folder,
                                const struct hw_sweep_fingerprint *identity, struct hw_error *error)
{
    const struct {
        const char *name, *differs;
        uint64_t value;
    } parts[] = {{"plan", "other points", identity->plan},
                 {"files", "other contents of the files or programs", identity->files},
                 {"halfwarp", "another build of halfwarp", identity->tool}};
    char found[64], wanted[64];
    hw_status status = HW_OK;

    if (read_row(store, "format", found, sizeof found) && strcmp(found, FORMAT) != 0)
        return hw_fail(error, HW_ERR_ARGUMENT, "sweep",
                       "%.200s is of another version of halfwarp: --fresh begins it anew", folder);
    status = write_row(store, "format", FORMAT, error);
    for (unsigned i = 0; status == HW_OK && i < sizeof parts / sizeof *parts; i++) {
        snprintf(wanted, sizeof wanted, "%016" PRIx64, parts[i].value);
        if (!read_row(store, parts[i].name, found, sizeof found))
            status = write_row(store, parts[i].name, wanted, error);
        else if (strcmp(found, wanted) != 0)
            return hw_fail(error, HW_ERR_ARGUMENT, "sweep",
                           "%.120s holds the results of %s: --fresh begins anew, -o names another folder",
                           folder, parts[i].differs);
    }
    return status;
}

/* --- the folder --- */

static hw_status take_folder(struct hw_sweep_store *store, const char *folder, struct hw_error *error)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return hw_fail(error, HW_ERR_IO, "sweep", "cannot make the folder %.200s: %s", folder,
                       strerror(errno));
    store->lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (store->lock < 0)
        return hw_fail(error, HW_ERR_IO, "sweep", "cannot open the folder %.200s: %s", folder,
                       strerror(errno));
    if (flock(store->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return hw_fail(error, HW_ERR_IO, "sweep", "another sweep is at work in %.200s", folder);
    return HW_OK;
}

static hw_status open_database(struct hw_sweep_store *store, const char *folder, struct hw_error *error)
{
    char path[PATH_MAX];

    if ((size_t)snprintf(path, sizeof path, "%s/" DATABASE, folder) >= sizeof path)
        return hw_fail(error, HW_ERR_IO, "sweep", "the name of the folder is too long");
    if (sqlite3_open(path, &store->db) != SQLITE_OK)
        return hw_fail(error, HW_ERR_IO, "sweep", "cannot open %.200s: %s", path, sqlite3_errmsg(store->db));
    sqlite3_busy_timeout(store->db, 10000); /* another process reads */
    return HW_OK;
}

static hw_status prepare_all(struct hw_sweep_store *store, struct hw_error *error)
{
    char columns[512], parameters[64] = "", sql[1024];

    figure_columns(columns, sizeof columns, "", "");
    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++)
        strcat(parameters, ", ?");
    snprintf(sql, sizeof sql,
             "INSERT OR REPLACE INTO points (point, status, seconds, error, report, command%s) VALUES (?, ?, "
             "?, ?, "
             "?, ?%s)",
             columns, parameters);
    hw_status status = prepare(store, sql, &store->put_point, error);
    return status == HW_OK
               ? prepare(store, "INSERT OR REPLACE INTO varied VALUES (?, ?, ?)", &store->put_value, error)
               : status;
}

/* Forget what is there, or where it cannot be read the whole file. */
static hw_status begin_anew(struct hw_sweep_store *store, const char *folder, struct hw_error *error)
{
    char path[PATH_MAX];

    const hw_status status = forget(store, error);
    if (status == HW_OK || !is_damaged(store))
        return status;
    sqlite3_close(store->db);
    store->db = NULL;
    snprintf(path, sizeof path, "%s/" DATABASE, folder);
    if (unlink(path) != 0)
        return hw_fail(error, HW_ERR_IO, "sweep", "cannot remove %.200s: %s", path, strerror(errno));
    return open_database(store, folder, error);
}

hw_status hw_sweep_store_open(const char *folder, const struct hw_sweep_fingerprint *identity, bool fresh,
                              struct hw_sweep_store **result, struct hw_error *error)
{
    struct hw_sweep_store *store = calloc(1, sizeof *store);
    hw_status status;

    *result = NULL;
    if (!store)
        return hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory");
    store->lock = -1;
    status = take_folder(store, folder, error);
    if (status == HW_OK)
        status = open_database(store, folder, error);
    if (status == HW_OK && fresh)
        status = begin_anew(store, folder, error);
    if (status == HW_OK)
        status = make_tables(store, error);
    if (status == HW_OK)
        status = check_identity(store, folder, identity, error);
    if (status == HW_OK)
        status = prepare_all(store, error);
    if (status == HW_OK)
        *result = store;
    else
        hw_sweep_store_close(store);
    return status;
}

void hw_sweep_store_close(struct hw_sweep_store *store)
{
    if (!store)
        return;
    sqlite3_finalize(store->put_point);
    sqlite3_finalize(store->put_value);
    sqlite3_close(store->db);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

/* --- points --- */

hw_status hw_sweep_store_states(struct hw_sweep_store *store, enum hw_point_state *state, uint32_t count,
                                struct hw_error *error)
{
    sqlite3_stmt *statement;
    hw_status status = prepare(store, "SELECT point, status FROM points", &statement, error);
    int step;

    if (status != HW_OK)
        return status;
    memset(state, 0, count * sizeof *state);
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
        const sqlite3_int64 point = sqlite3_column_int64(statement, 0);
        const char *name = (const char *)sqlite3_column_text(statement, 1);
        if (point >= 1 && point <= count && name)
            state[point - 1] = hw_point_state_find(name);
    }
    if (step != SQLITE_DONE)
        status = wrong(store, error);
    sqlite3_finalize(statement);
    return status;
}

static bool run_once(sqlite3_stmt *statement)
{
    const bool ok = sqlite3_step(statement) == SQLITE_DONE;

    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return ok;
}

static bool put_values(struct hw_sweep_store *store, const struct hw_plan *plan, const struct hw_point *point)
{
    bool ok = true;

    for (unsigned a = 0; ok && a < plan->axis_count; a++) {
        sqlite3_bind_int64(store->put_value, 1, point->number + 1);
        sqlite3_bind_text(store->put_value, 2, plan->axis[a].name, -1, SQLITE_STATIC);
        sqlite3_bind_text(store->put_value, 3, point->value[a]->label, -1, SQLITE_STATIC);
        ok = run_once(store->put_value);
    }
    return ok;
}

/* The command line, each argument in quotes where a shell needs them. */
static char *command_of(const struct hw_point *point)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return NULL;
    hw_point_print_command(point, out);
    return fclose(out) == 0 ? text : NULL;
}

static bool put_point(struct hw_sweep_store *store, const struct hw_point *point,
                      const struct hw_point_result *result)
{
    struct hw_sweep_number number[HW_SWEEP_FIGURES];
    char *command = command_of(point);
    sqlite3_stmt *put = store->put_point;

    memset(number, 0, sizeof number);
    if (result->report)
        hw_point_figures(result->report, point->kernel, number);
    sqlite3_bind_int64(put, 1, point->number + 1);
    sqlite3_bind_text(put, 2, hw_point_state_name(result->state), -1, SQLITE_STATIC);
    sqlite3_bind_double(put, 3, result->seconds);
    sqlite3_bind_text(put, 4, result->error, -1, SQLITE_STATIC);
    sqlite3_bind_text(put, 5, result->report, -1, SQLITE_STATIC);
    sqlite3_bind_text(put, 6, command ? command : "", -1, SQLITE_STATIC);
    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++)
        if (number[i].known && hw_sweep_figures[i].real)
            sqlite3_bind_double(put, 7 + (int)i, number[i].real);
        else if (number[i].known)
            sqlite3_bind_int64(put, 7 + (int)i, number[i].whole);
    const bool ok = run_once(put);
    free(command);
    return ok;
}

hw_status hw_sweep_store_add(struct hw_sweep_store *store, const struct hw_plan *plan,
                             const struct hw_point *point, const struct hw_point_result *result,
                             struct hw_error *error)
{
    hw_status status = execute(store, "BEGIN", error);

    if (status != HW_OK)
        return status;
    if (!put_values(store, plan, point) || !put_point(store, point, result)) {
        status = wrong(store, error);
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
        return status;
    }
    return execute(store, "COMMIT", error);
}

static void take_row(sqlite3_stmt *statement, struct hw_sweep_row *row)
{
    const char *state = (const char *)sqlite3_column_text(statement, 1);
    const char *error = (const char *)sqlite3_column_text(statement, 3);

    memset(row, 0, sizeof *row);
    row->point = (uint32_t)sqlite3_column_int64(statement, 0) - 1;
    row->state = state ? hw_point_state_find(state) : HW_POINT_NONE;
    row->seconds = sqlite3_column_double(statement, 2);
    row->error = error ? error : "";
    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++) {
        row->number[i].known = sqlite3_column_type(statement, 4 + (int)i) != SQLITE_NULL;
        row->number[i].whole = sqlite3_column_int64(statement, 4 + (int)i);
        row->number[i].real = sqlite3_column_double(statement, 4 + (int)i);
    }
}

hw_status hw_sweep_store_each(struct hw_sweep_store *store, hw_sweep_row_fn *take, void *context,
                              struct hw_error *error)
{
    char columns[512], sql[640];
    sqlite3_stmt *statement;
    struct hw_sweep_row row;
    int step;

    figure_columns(columns, sizeof columns, "", "");
    snprintf(sql, sizeof sql, "SELECT point, status, seconds, error%s FROM points ORDER BY point", columns);
    hw_status status = prepare(store, sql, &statement, error);
    if (status != HW_OK)
        return status;
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
        take_row(statement, &row);
        take(context, &row);
    }
    if (step != SQLITE_DONE)
        status = wrong(store, error);
    sqlite3_finalize(statement);
    return status;
}
